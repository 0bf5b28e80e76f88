import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const EXPORT = /^export (?:async )?(?:function|const|class|interface|type|enum) (\w+)/gm

/** Names that Remix asks of a route, and those that each entry of a registry has. */
const BY_ROLE = [
  'loader',
  'action',
  'meta',
  'headers',
  'handle',
  'shouldRevalidate',
  'ErrorBoundary',
  'kind',
  'report',
]
/** A component that shows a value has its name. */
const SHOWN_BY_COMPONENT = ['Money', 'Price']

it('an exported name has one meaning, so that a search for it finds one place', () => {
  const files = ['app', 'server'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|database\.types/.test(file))
      .map((file) => path.join(folder, file)),
  )
  const places = new Map<string, Set<string>>()
  for (const file of files)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(EXPORT))
      places.set(name, (places.get(name) ?? new Set()).add(file))
  expect(places.size).toBeGreaterThan(1500)
  const several = [...places].filter(
    ([name, of]) => of.size > 1 && ![...BY_ROLE, ...SHOWN_BY_COMPONENT].includes(name),
  )
  expect(several.map(([name, of]) => `${name}: ${[...of].join(', ')}`)).toEqual([])
})
