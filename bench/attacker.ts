import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A running attacker process. */
export interface Attacker {
  /** Ends it, and returns its output. */
  stop(): Promise<string>
}

/** Starts a script of the bench at the lowest priority, as if the attacker had a separate machine. */
export function startAttacker(script: string, ...words: string[]): Attacker {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn('nice', ['-n', '19', process.execPath, path, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'close')
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
      process.off('exit', kill)
      return output
    },
  }
}
