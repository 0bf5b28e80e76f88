import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import remixConfig from './remix.config.js'
import { commitOfSources } from './tools/commit.mjs'

/**
 * These files reach the browser together: fewer requests, and smaller than parts that are compressed separately. Every
 * screen loads `libraries` and `first`, those of signed-in users `shell` and `fields` too. What half of the screens use
 * is in these: larger groups of other files made other screens heavier.
 */
const TOGETHER = {
  libraries:
    /\0commonjsHelpers|\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run\/(react|router))\//,
  first: among(
    /\0vite\/preload-helper|\/package\.json$|\/lucide-react\/dist\/esm\/(?!icons|lucide-react)/,
    /\/lucide-react\/dist\/esm\/icons\/(circle-check|circle-exclamation-point|info|loader-circle|x)\.mjs$/,
    'paths',
    'modules/auth/(Frame|WelcomeDialog)',
    'modules/shell/(ErrorPage|SendAgain|failure-of)',
    'platform/browser/(edited-forms|local-state|nonce|reload|revalidate|version-check)',
    'platform/request/(errors|first-page)',
    'ui/(Button|Dialog|ErrorBanner|Field|Logo|Menu|ProgressBar)',
    'ui/(Spinner|SubmitButton|Toast|VersionWatch|classes|in-menu|useClosesOnNavigation|useHydrated)',
  ),
  shell: among(
    /\/app\/ui\/icons\.svg|\/lucide-react\/dist\/esm\/icons\/plus\.mjs$/,
    'modules/(inbox/kinds|navigation/.*|portals/race)',
    'platform/access/role-label',
    'platform/db/(keyset|orders)',
    'platform/forms/(own-result|selected-rows)',
    'platform/request/list-place',
    'platform/values/(moments|price|vat)',
    'ui/(Badge|ClosedThrough|Details|Drawing|EmptyState|Figures|FormGrid|Icon|Kbd|PageHeader|Pager|Panel|Price)',
    'ui/(CellLink|Stat|Tabs|Today|card-cells|keyboard|list-order|row-keys|total-note|useFollow|useListLink)',
  ),
  /** Packages that schemas are made of. */
  fields: among(
    /\/node_modules\/zod\//,
    'platform/forms/fields',
    'platform/values/(dates|ids|money|numbers|quantity|texts)',
  ),
  /** Packages and components that every form uses. */
  form: among(
    /\/node_modules\/@conform-to\//,
    'platform/forms/(open-days|sanitize-submission|zod-messages)',
    'platform/values/typed-days',
    'ui/(CheckField|CommandForm|ConfirmLine|OpenBookings|PostingDateField|SelectField|TextAreaField|TextField)',
  ),
  customers: among('modules/customers/components/(CreditLine|CustomerTabs)'),
  selection: among('ui/(RowCheckbox|SelectionBar|useRowForm)'),
  document: among('modules/audit/components/(ChangeTable|HistoryPanel)', 'ui/DocumentHead'),
}

/** Makes one pattern of patterns for packages and of names of files in `app`. */
function among(...parts: (RegExp | string)[]): RegExp {
  return new RegExp(
    parts
      .map((part) => (typeof part === 'string' ? `/app/${part}\\.tsx?$` : part.source))
      .join('|'),
  )
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

const OFF = Object.entries(remixConfig.future ?? {}).flatMap(([flag, on]) => (on ? [] : [flag]))

/** Tells the bundler which of Remix's flags are off: Remix reads them from the page, so browsers loaded what they turn on. */
const flagsOff: Plugin = {
  name: 'flags-off',
  apply: 'build',
  transform(code, id, options) {
    if (options?.ssr || !id.includes('/node_modules/@remix-run/react/')) return
    return code.replace(new RegExp(`\\b[\\w.]*\\bfuture\\.(${OFF.join('|')})\\b`, 'g'), 'false')
  },
}

/** Folders of which no page is made; the template databases alone have thousands of files. */
const UNWATCHED = ['.cache', '.data', 'build', 'docs', 'supabase', 'tests'].map(
  (folder) => `${fileURLToPath(new URL(folder, import.meta.url))}/**`,
)

/** Names of scripts stand hundreds of times in the list of all screens, which the first page loads: seven digits tell versions apart. */
const FILE_NAMES = 'assets/[name]-[hash:7].js'

const partOf = (id: string) => Object.entries(TOGETHER).find(([, files]) => files.test(id))?.[0]

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig), lazyRoutes, flagsOff],
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
    // Smaller than what the default makes, by 3 kB on the first page and 0.6 kB on each form.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 2 } },
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild
      ? {}
      : {
          output: {
            ...{ manualChunks: partOf, onlyExplicitManualChunks: true },
            ...{ entryFileNames: FILE_NAMES, chunkFileNames: FILE_NAMES },
            hashCharacters: 'hex',
          },
        },
  },
  server: { watch: { ignored: UNWATCHED } },
  // The built server holds the thirty icons in use instead of loading a thousand at each start.
  ssr: { noExternal: command === 'build' ? ['lucide-react'] : [] },
}))
