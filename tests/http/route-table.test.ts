import { matchRoutes } from '@remix-run/react'
import { describe, expect, it } from 'vitest'
import { menuOf } from '../../app/modules/navigation/menu.ts'
import { NAV_ITEMS } from '../../app/modules/navigation/nav-items.ts'
import { ADMIN_SUB_NAV_ITEMS, SUB_NAV_ITEMS } from '../../app/modules/navigation/sub-nav-items.ts'
import { PERMISSIONS, ROLES } from '../../app/platform/access/permissions.ts'
import { workOf } from '../../server/request-timeout.ts'
import { routeTable } from '../support/routes.ts'

const table = await routeTable()
const named = (list: typeof table) => list.map((route) => route.address ?? route.file)

/** The only addresses that need no sign-in. */
const OPEN = [
  ...['/', '/login', '/reset', '/signout', '/verification', '/setup', '/invitation'],
  ...['/shared/:token', '/shared/:token/pdf'],
]

describe('the route table', () => {
  it('has a guard as the first statement of every loader and action', () => {
    expect(table.length).toBeGreaterThan(20)
    expect(named(table.filter((route) => route.loader === null))).toEqual([])
    expect(named(table.filter((route) => route.action === null))).toEqual([])
  })

  it('has a loader for every page, so that none is shown unguarded', () => {
    const addresses = table.filter((route) => route.address !== null)
    expect(named(addresses.filter((route) => !route.loader && !route.action))).toEqual([])
  })

  it('is open to everyone at these addresses only', () => {
    const open = table.filter((route) =>
      [route.loader?.kind, route.action?.kind].includes('publicRoute'),
    )
    expect(named(open).filter((name) => name !== 'app/root.tsx')).toEqual(
      expect.arrayContaining(OPEN),
    )
    expect(named(open)).toHaveLength(OPEN.length + 1)
  })

  it('gives a long time to every import, every file and the check of the books, and to nothing else', () => {
    const works = table.flatMap(({ address, file }) => {
      if (address === null) return []
      const isFile = /-(excel|file)\.route/.test(file)
      const isLong = /\/(import\/|verify-books\.|own\/sample\.)/.test(file)
      return [{ address, work: isLong ? 'long' : isFile ? 'file' : 'page' }]
    })
    expect(works.filter(({ work }) => work === 'long').length).toBeGreaterThan(10)
    expect(works.filter(({ work }) => work === 'file').length).toBeGreaterThan(10)
    expect(works.map(({ address }) => ({ address, work: workOf(address) }))).toEqual(works)
  })

  it('asks for permissions that exist', () => {
    const wanted = table.flatMap(({ loader, action }) => [
      ...(loader?.permissions ?? []),
      ...(action?.permissions ?? []),
    ])
    const unknown = wanted.filter((name) => !PERMISSIONS.includes(name as never))
    expect(unknown).toEqual([])
  })

  it('has a page at the end of every menu entry and place', () => {
    const roles = ROLES.map((role) => ({ isAdmin: false, role, permissions: PERMISSIONS }))
    const menus = [...roles, { isAdmin: true, role: null, permissions: [] }].flatMap(menuOf)
    const destinations = [
      ...menus,
      ...menus.flatMap(({ groups }) => groups.flatMap(({ items }) => items)),
      ...[NAV_ITEMS, SUB_NAV_ITEMS, ADMIN_SUB_NAV_ITEMS].flat(),
    ]
    const pages = table.flatMap(({ address }) =>
      address === null || address.endsWith('*') ? [] : { path: address },
    )
    expect(destinations.filter(({ to }) => matchRoutes(pages, to) === null)).toEqual([])
  })

  it('has no address twice', () => {
    const addresses = table.flatMap((route) => route.address ?? [])
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})
