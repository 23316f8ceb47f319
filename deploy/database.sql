-- compose.yaml runs this once, on a new volume. As without containers, the service logs in as a role that is not a superuser.
\getenv password POSTGRES_PASSWORD
create role commonhold login createrole password :'password';
create database commonhold owner commonhold encoding 'UTF8' template template0;
-- Without a password the superuser can log in only from inside the container.
alter role postgres password null;
