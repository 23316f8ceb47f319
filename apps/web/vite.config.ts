import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { apiUrlFrom } from './server/settings.ts'
import { fillPage } from './server/site.ts'
import { slimContract } from './vite/slim-contract.ts'

/** The built page is filled when it is served; in development Vite does it. */
function apiAddress(): Plugin {
  return {
    name: 'commonhold:api-address',
    apply: 'serve',
    transformIndexHtml: (page) => fillPage(page, apiUrlFrom(process.env)),
  }
}

export default defineConfig({
  plugins: [react(), slimContract(), apiAddress()],
  server: {
    host: process.env.HOST || '127.0.0.1',
    port: Number(process.env.WEB_PORT || 5173),
    strictPort: true,
  },
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
})
