import postgres from 'postgres'
import type { Cluster } from '../cluster.ts'

/** Functions that begin and end a fault. */
interface Fault {
  begin(): Promise<unknown>
  end(): Promise<unknown>
}

/** A kind of fault, with its duration. */
export interface FaultKind {
  /** How long it lasts, in milliseconds. */
  readonly milliseconds: number
  /** Number of rounds when the figure is measured in full. */
  readonly rounds: number
  /** The fault may have no visible effect on requests. */
  readonly mayPassUnseen?: true
  on(cluster: Cluster): Fault
}

const nothing = async () => {}

/** A changed setting of the database, which applies to new connections. */
function setting(set: string, reset: string): FaultKind['on'] {
  return ({ database }) => ({
    begin: async () => {
      await database.sql.unsafe(`alter database commonhold ${set}`)
      await database.endConnections()
    },
    end: async () => {
      await database.sql.unsafe(`alter database commonhold ${reset}`)
      await database.endConnections()
    },
  })
}

/** The SQLSTATE of a deadlock. */
const DEADLOCK = '40P01'

/** Takes a lock in a new transaction; false if PostgreSQL aborted it because of a deadlock with a request. */
async function tryToLock(session: postgres.ReservedSql, statement: string): Promise<boolean> {
  try {
    await session.unsafe(`begin; ${statement}`)
    return true
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === DEADLOCK) return false
    throw error
  }
}

/** Locks by another session, until the fault ends. */
function lock(statement: string): FaultKind['on'] {
  return ({ database }) => {
    let held: postgres.ReservedSql | undefined
    return {
      async begin() {
        held = await database.sql.reserve()
        while (!(await tryToLock(held, statement))) await held.unsafe('rollback')
      },
      async end() {
        await held?.unsafe('rollback')
        held?.release()
      },
    }
  }
}

/** Faults of the database of a running service. */
export const faultKinds = {
  'immediate restart': {
    milliseconds: 300,
    rounds: 100,
    on: ({ database }) => ({ begin: database.stopNow, end: database.startAgain }),
  },
  'connections ended': {
    milliseconds: 0,
    rounds: 200,
    mayPassUnseen: true,
    on: ({ database }) => ({ begin: database.endConnections, end: nothing }),
  },
  'black hole': {
    milliseconds: 6_000,
    rounds: 20,
    on: ({ database: { proxy } }) => ({
      begin: async () => proxy.swallow(),
      async end() {
        // Existing connections stay dead, as after the loss of a machine; new ones reach the database.
        proxy.lose()
        await proxy.open()
      },
    }),
  },
  refused: {
    milliseconds: 3_000,
    rounds: 20,
    on: ({ database: { proxy } }) => ({ begin: proxy.shut, end: proxy.open }),
  },
  'half a second late': {
    milliseconds: 4_000,
    rounds: 10,
    on: ({ database: { proxy } }) => ({
      begin: async () => proxy.delay(500),
      end: async () => proxy.delay(0),
    }),
  },
  'five seconds late': {
    milliseconds: 6_000,
    rounds: 10,
    on: ({ database: { proxy } }) => ({
      begin: async () => proxy.delay(5_000),
      end: async () => proxy.delay(0),
    }),
  },
  'connections used up': {
    milliseconds: 3_000,
    rounds: 10,
    on: setting('connection limit 0', 'connection limit -1'),
  },
  'table locked': {
    milliseconds: 5_000,
    rounds: 10,
    on: lock('lock table assets, asset_models, users in access exclusive mode'),
  },
  'row locked': {
    milliseconds: 10_000,
    rounds: 10,
    on: lock('select from assets for update'),
  },
  'runaway statement': {
    milliseconds: 4_000,
    rounds: 10,
    on: ({ database: { sql } }) => ({
      begin: () =>
        sql.unsafe(`
          create table if not exists runaway (is_on boolean);
          insert into runaway values (true);
          create or replace function run_away() returns trigger language plpgsql security definer as $$
            begin
              if exists (select from runaway) then perform pg_sleep(60); end if;
              return new;
            end $$;
          create or replace trigger run_away before insert on asset_models for each row execute function run_away()`),
      // This does not wait for the statements that still run.
      end: () => sql`delete from runaway`,
    }),
  },
  'read-only server': {
    milliseconds: 3_000,
    rounds: 10,
    on: setting('set default_transaction_read_only = on', 'reset default_transaction_read_only'),
  },
} as const satisfies Record<string, FaultKind>

export const faultNames = Object.keys(faultKinds) as (keyof typeof faultKinds)[]
