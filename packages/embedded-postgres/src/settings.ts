import { PORT } from './folders.ts'

// For a machine with 1 GB of free memory or less. They are passed at every start and override postgresql.conf.
const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  max_connections: 100,
  shared_buffers: '256MB',
  effective_cache_size: '512MB',
  work_mem: '4MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  // Parallel workers share memory in /dev/shm, of which a container has 64 MB.
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  password_encryption: 'scram-sha-256',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Clients log their own errors, and this log is only rotated at a start.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const FLEETING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Several test files run at the same time, each with its own services.
  max_connections: 400,
}

/** The command line of the server. */
export function serverArguments(cluster: string, socketFolder: string, durable: boolean): string[] {
  const settings = {
    ...SETTINGS,
    ...(durable ? DURABLE : FLEETING),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Whether the server was started without durability, by its command line in postmaster.opts. */
export function isFleeting(postmasterOpts: string): boolean {
  return postmasterOpts.includes('"fsync=off"')
}

/** The environment of PostgreSQL. It does not inherit PG* variables, the locale or a library path. */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
