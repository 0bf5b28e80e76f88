import { readdirSync } from 'node:fs'
import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

/** Lists the routes for screen and template of each file in `kinds`. They share their modules. */
export const importRoutes = [
  route(paths.imports.list, 'modules/import/import-list.route.tsx'),
  ...readdirSync(new URL('./kinds/', import.meta.url))
    .map((file) => file.replace(/\.ts$/, ''))
    .flatMap((kind) => [
      route(paths.imports.kind(kind), 'modules/import/import.route.tsx', { id: `import/${kind}` }),
      route(paths.imports.template(kind), 'modules/import/import-template.route.ts', {
        id: `import/${kind}/template`,
      }),
    ]),
]
