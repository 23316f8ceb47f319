-- compose.yaml has this run once, on a new volume: the service logs in as a role that is no superuser, as without containers.
\getenv password POSTGRES_PASSWORD
create role commonhold login createrole password :'password';
create database commonhold owner commonhold encoding 'UTF8' template template0;
-- Without a password the superuser logs in from inside the container alone.
alter role postgres password null;
