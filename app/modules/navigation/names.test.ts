import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { MASTERS } from '~/modules/masters/definitions'
import { paths } from '~/paths'
import { routeTable } from '../../../tests/support/routes.ts'
import { NAV_ITEMS } from './nav-items.ts'
import { SUB_NAV_ITEMS } from './sub-nav-items.ts'

/** The names of all screens of the menus, by address. */
const names = new Map([...NAV_ITEMS, ...SUB_NAV_ITEMS].map(({ to, label }) => [to, label]))

/** These name an act or a part of a screen, not the place. */
const NO_PLACES =
  /\.test\.|(home\/tasks|inbox\/kinds|closing\/components\/Checklist|sales\/delivery\/delivery\.route)\.tsx?$/
const MODULES = path.join('app', 'modules')

/** A link with its name in the text, such as a tab or a breadcrumb. */
const LINK = /label: '([^']+)',\s+to: (paths\.[\w.]+(?:\('[\w-]+'\))?)[,\s]/g

/** Returns what code such as `paths.masters.list('banks')` stands for; nothing where its values are not in the text. */
function addressOf(code: string): string | undefined {
  const [, keys = '', value] = /^paths\.([\w.]+)(?:\('([\w-]+)'\))?$/.exec(code) ?? []
  let at: unknown = paths
  for (const key of keys.split('.')) at = (at as Record<string, unknown>)[key]
  if (typeof at === 'string') return at
  return typeof at === 'function' && value ? at(value) : undefined
}

describe('a screen has one name', () => {
  it('in the menu, and in every tab and breadcrumb that leads to it', () => {
    const found = readdirSync(MODULES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !NO_PLACES.test(file.replaceAll('\\', '/')))
      .flatMap((file) => {
        const links = readFileSync(path.join(MODULES, file), 'utf8').matchAll(LINK)
        return [...links].map(([, label, code = '']) => ({
          file,
          label,
          to: addressOf(code) ?? '',
        }))
      })
      .filter(({ to }) => names.has(to))
    expect(found.length).toBeGreaterThan(80)
    expect(found.filter(({ label, to }) => names.get(to) !== label)).toEqual([])
  })

  it('in its heading, and in the title of the window', async () => {
    const table = await routeTable()
    const wrong: Record<string, unknown>[] = []
    for (const [to, name] of names) {
      const { file } = table.find(({ address }) => address === to)!
      const text = readFileSync(file, 'utf8')
      // Lists of master data, reports and imports have the title of their definition, as the menu has.
      const isDefined = /(master-list|report|import)\.route\.tsx$/.test(file)
      const isTitle =
        isDefined || text.includes(`'${name} · Kalakal'`) || text.includes(`'${name}'} · Kalakal`)
      const isHeading =
        isDefined || text.includes(`title="${name}"`) || text.includes(`: '${name}'}`)
      if (!isTitle || !isHeading) wrong.push({ file, name, isTitle, isHeading })
    }
    expect(wrong).toEqual([])
    const titles = Object.entries(MASTERS).map(([kind, { title }]) => [
      paths.masters.list(kind as 'banks'),
      title,
    ])
    expect(titles).toEqual(titles.map(([to = '']) => [to, names.get(to)]))
  })
})
