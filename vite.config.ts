import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import remixConfig from './remix.config.js'

/** What goes to the browser as one file: fewer requests, and smaller than its parts compressed by themselves. */
const TOGETHER = {
  /** What schemas are made of. */
  fields:
    /\/node_modules\/zod\/|\/app\/platform\/(values\/(dates|ids|money|quantity)|forms\/fields)\.ts$/,
  /** What each form is made of. */
  form: /\/node_modules\/@conform-to\/|\/app\/(ui\/(CheckField|CommandForm|SelectField|TextAreaField|TextField|keyboard)|platform\/forms\/(in-shape|zod-messages))\.tsx?$/,
}

const partOf = (id: string) => Object.entries(TOGETHER).find(([, files]) => files.test(id))?.[0]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: {
    alias: [
      { find: '~', replacement: fileURLToPath(new URL('./app', import.meta.url)) },
      // conform would bring zod's large form along, beside the one that our schemas are made with.
      { find: /^zod\/v4$/, replacement: 'zod/mini' },
    ],
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild
      ? {}
      : { output: { manualChunks: partOf, onlyExplicitManualChunks: true } },
  },
  // The server's part holds the thirty icons in use instead of loading a thousand at each start.
  ssr: { noExternal: ['lucide-react'] },
}))
