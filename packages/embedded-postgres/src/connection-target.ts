/** What a client needs to connect; `host` is the folder of the unix socket, as the `postgres` package takes it. */
export interface ConnectionTarget {
  host: string
  port: number
  user: string
  password: string
  database: string
}
