import { PORT } from './folders.ts'

// Sized for a machine with 1 GB or less to spare; they are passed at every start and beat postgresql.conf.
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
  // A client's errors are the client's to log, and nobody rotates this one.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
const FLEETING = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Tests run several files at once, each with services of its own.
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

/** Whether the command line that a running server left in postmaster.opts gave durability away. */
export function isFleeting(postmasterOpts: string): boolean {
  return postmasterOpts.includes('"fsync=off"')
}

/** Nothing of our environment reaches PostgreSQL: neither PG* variables nor a locale or library path. */
export const SERVER_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
