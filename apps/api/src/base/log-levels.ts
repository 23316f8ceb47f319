import { type Level, type Logger, levels } from 'pino'

/** The modules of the service; log lines contain their name, and each can have a separate level. */
export const logModules = [
  'http',
  'mail',
  'jobs',
  'webhooks',
  'events',
  'quotas',
  'database',
  'metrics',
] as const
/** A module that writes to the log. */
export type LogModule = (typeof logModules)[number]

/** The levels of modules that differ from the level of the log. */
export type LogLevels = Readonly<Partial<Record<LogModule, Level | 'silent'>>>

const isModule = (name: string): name is LogModule => logModules.some((one) => one === name)
const isLevel = (name: string): name is Level | 'silent' =>
  name === 'silent' || Object.hasOwn(levels.values, name)

/** Parses `http=warn,mail=debug`; undefined when an entry is not a known module with a known level. */
export function readLogLevels(text: string): LogLevels | undefined {
  const found: Partial<Record<LogModule, Level | 'silent'>> = {}
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue
    const [module = '', level = '', ...more] = entry.split('=')
    if (!(isModule(module) && isLevel(level)) || more.length > 0) return undefined
    found[module] = level
  }
  return found
}

/** Returns the logger of a module, with the level of the module if it has one, else with that of `log`. */
export const moduleLogs =
  (log: Logger, own: LogLevels) =>
  (module: LogModule): Logger =>
    log.child({ module }, { level: own[module] ?? log.level })
