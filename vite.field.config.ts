import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { build, defineConfig, type Plugin } from 'vite'

const OUT = path.resolve('build/field')
const BASE = '/field/'
const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) }
const plainBuild = { target: 'es2022', minify: 'terser', assetsInlineLimit: 0 } as const

/** The files of the shell, which the service worker keeps: those with a hash in their name never change. */
function shellFiles(): { url: string; revision: string | null }[] {
  return readdirSync(OUT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|woff2|html|svg|png|webmanifest)$/.test(name) && name !== 'sw.js')
    .sort()
    .map((name) => ({
      url: `${BASE}${name.replaceAll(path.sep, '/')}`,
      revision: name.startsWith('assets')
        ? null
        : createHash('sha256')
            .update(readFileSync(path.join(OUT, name)))
            .digest('hex')
            .slice(0, 12),
    }))
}

/** Builds the service worker, once the files that it keeps are there, and packs all of them. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async closeBundle() {
    await build({
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: {
        SHELL_FILES: JSON.stringify(shellFiles()),
        'process.env.NODE_ENV': '"production"',
      },
      build: {
        ...plainBuild,
        outDir: OUT,
        emptyOutDir: false,
        rollupOptions: {
          input: path.resolve('field/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'sw.js' },
        },
      },
    })
    for (const name of readdirSync(OUT, { recursive: true, encoding: 'utf8' }))
      if (/\.(js|css|html)$/.test(name)) {
        const file = path.join(OUT, name)
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
      }
  },
}

/** Builds the app for the field into build/field, beside the back office. */
export default defineConfig({
  root: 'field',
  base: BASE,
  plugins: [tailwindcss(), serviceWorker],
  resolve: { alias },
  build: {
    ...plainBuild,
    outDir: OUT,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    rollupOptions: { input: path.resolve('field/index.html') },
  },
})
