import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { commitOfSources } from './tools/commit.mjs'

/**
 * These packages reach the browser as one file: fewer requests, and smaller than parts that are
 * compressed separately.
 */
const TOGETHER = {
  /** Packages that schemas are made of. */
  fields:
    /\/node_modules\/zod\/|\/app\/platform\/(values\/(dates|ids|money|quantity)|forms\/fields)\.ts$/,
  /** Packages and components that every form uses. */
  form: /\/node_modules\/@conform-to\/|\/app\/(ui\/(CheckField|CommandForm|SelectField|TextAreaField|TextField)|platform\/forms\/(sanitize-submission|zod-messages))\.tsx?$/,
}

/** In development a page's module is loaded when the page is asked for (server/development/pages.ts). */
const lazyRoutes: Plugin = {
  name: 'lazy-routes',
  apply: 'serve',
  transform(code, id) {
    if (id !== '\0virtual:remix/server-build') return
    return code.replace(/import \* as (route\d+) from (".*?");/g, 'const $1 = () => import($2);')
  },
}

/** Folders of which no page is made; the template databases alone have thousands of files. */
const UNWATCHED = ['.cache', '.data', 'build', 'docs', 'supabase', 'tests'].map(
  (folder) => `${fileURLToPath(new URL(folder, import.meta.url))}/**`,
)

const partOf = (id: string) => Object.entries(TOGETHER).find(([, files]) => files.test(id))?.[0]

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), lazyRoutes],
  // The browser has no use for it, and its scripts would change with every commit.
  define: isSsrBuild
    ? { 'process.env.KALAKAL_COMMIT': JSON.stringify(commitOfSources() ?? '') }
    : {},
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
  server: { watch: { ignored: UNWATCHED } },
  // The built server holds the thirty icons in use instead of loading a thousand at each start.
  ssr: { noExternal: command === 'build' ? ['lucide-react'] : [] },
}))
