import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** The texts of the application: English in the source, other languages in `src/locales`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  fallbackLocales: { default: 'en' },
  catalogs: [{ path: '<rootDir>/src/locales/{locale}', include: ['src'] }],
  format: formatter({ lineNumbers: false }),
})
