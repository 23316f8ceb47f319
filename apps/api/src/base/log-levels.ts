import { type Level, type Logger, levels } from 'pino'

/** The parts of the service whose lines name them, and may have a level of their own. */
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
/** A part of the service that writes to the log. */
export type LogModule = (typeof logModules)[number]

/** The levels of modules that differ from that of the log. */
export type LogLevels = Readonly<Partial<Record<LogModule, Level | 'silent'>>>

const isModule = (name: string): name is LogModule => logModules.some((one) => one === name)
const isLevel = (name: string): name is Level | 'silent' =>
  name === 'silent' || Object.hasOwn(levels.values, name)

/** Reads `http=warn,mail=debug`; undefined where an entry is no module with a level. */
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

/** The log of each module. */
export const moduleLogs =
  (log: Logger, own: LogLevels) =>
  (module: LogModule): Logger =>
    log.child({ module }, { level: own[module] ?? log.level })
