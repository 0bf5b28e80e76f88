import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { COMMANDS, PROGRAMS } from './server/programs.mjs'
import { commitOfSources } from './tools/commit.mjs'

/** Packs the browser's scripts and styles, which Remix built before, for server/http/packed.ts. */
const packClient: Plugin = {
  name: 'pack-client',
  closeBundle() {
    const assets = path.resolve('build/client/assets')
    for (const name of readdirSync(assets).filter((file) => /\.(js|css)$/.test(file))) {
      const file = path.join(assets, name)
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
}

/** Lays the fonts of papers beside the program that writes PDFs. */
const copyFonts: Plugin = {
  name: 'copy-fonts',
  closeBundle() {
    cpSync('app/platform/papers/pdf/fonts', 'build/http/fonts', {
      recursive: true,
      filter: (file) => !file.endsWith('.md'),
    })
  },
}

/** Bundles the web server into build/http, beside Remix's build/server and build/client. */
export default defineConfig({
  publicDir: false,
  define: { 'process.env.KALAKAL_COMMIT': JSON.stringify(commitOfSources() ?? '') },
  plugins: [packClient, copyFonts],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/http',
    rollupOptions: {
      input: { ...PROGRAMS, ...COMMANDS },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
