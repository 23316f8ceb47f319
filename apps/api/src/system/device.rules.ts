import Bowser from 'bowser'

/** A readable name of a client, from its User-Agent: `Firefox on Linux`. Null when it is not recognised. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
