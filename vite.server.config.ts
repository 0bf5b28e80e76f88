import { defineConfig } from 'vite'

/** Bundles the web server into build/http, beside Remix's build/server and build/client. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'build/http',
    rollupOptions: {
      input: {
        index: 'server/index.ts',
        worker: 'server/embedded-supabase/worker.ts',
        workbook: 'server/workbooks/worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
