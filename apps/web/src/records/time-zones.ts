/** The options of a field for a time zone: names of the IANA database, as the browser knows them. */
export const timeZones = (): readonly (readonly [name: string, name: string])[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => [name, name])
