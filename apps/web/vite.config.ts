import { fileURLToPath } from 'node:url'
import { fillPage } from '@commonhold/page-server'
import { lingui } from '@lingui/vite-plugin'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { apiUrlFrom } from './server/settings.ts'
import { reactAriaUnderPolicy } from './vite/react-aria-under-policy.ts'
import { slimContract } from './vite/slim-contract.ts'

/** Fills in the address of the API in development. In production, the server of the pages does it. */
function apiAddress(): Plugin {
  return {
    name: 'commonhold:api-address',
    apply: 'serve',
    transformIndexHtml: (page) => fillPage(page, apiUrlFrom(process.env)),
  }
}

export default defineConfig({
  plugins: [
    react(),
    lingui({
      configPath: fileURLToPath(new URL('./lingui.config.ts', import.meta.url)),
      macroTransform: true,
      failOnMissing: true,
    }),
    { ...optimizeLocales.vite({ locales: ['en-US', 'de-DE'] }), enforce: 'pre' },
    reactAriaUnderPolicy(),
    slimContract(),
    apiAddress(),
  ],
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.WEB_PORT || 5173),
    strictPort: true,
  },
  build: { target: 'es2023', assetsDir: 'static', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
