import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'

export default defineConfig({
  input: { path: process.env.KUBB_INPUT },
  output: { path: process.env.KUBB_OUTPUT, extension: { '.ts': '.js' }, format: false, lint: false },
  plugins: [
    pluginOas({ validate: false, generators: [] }),
    pluginTs({ output: { path: 'types.ts', barrelType: false } }),
    pluginClient({
      output: { path: 'client.ts', barrelType: false },
      client: 'fetch',
      paramsType: 'object',
      dataReturnType: 'full',
      bundle: true,
    }),
  ],
})
