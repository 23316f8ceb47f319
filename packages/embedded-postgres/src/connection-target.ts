/** What a client needs to connect; `host` is the folder of the unix socket, which the `postgres` package accepts. */
export interface ConnectionTarget {
  host: string
  port: number
  user: string
  password: string
  database: string
}
