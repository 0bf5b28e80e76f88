import { describe, expect, it } from 'vitest'
import {
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
  type Role,
} from '~/platform/access/permissions'
import { routeTable } from '../../../tests/support/routes.ts'
import { destinationsOf } from './destinations.ts'
import { matchOf } from './match.ts'
import { menuOf } from './menu.ts'
import { NAV_ITEMS } from './nav-items.ts'
import { SUB_NAV_ITEMS } from './sub-nav-items.ts'

const person = (role: Role) => ({
  isAdmin: false,
  role,
  permissions: Object.values(ROLE_PERMISSIONS[role]).flat(),
})
const of = (role: Role) => destinationsOf(person(role))
const webRoles = ROLES.filter((role) => !ROLES_REFUSED_ON_WEB.includes(role))

describe('where the palette goes', () => {
  it('asks for the permission that the route itself asks for', async () => {
    const table = await routeTable()
    const guards = new Map(table.map((route) => [route.address, route.loader]))
    const listed = [...NAV_ITEMS, ...SUB_NAV_ITEMS].filter(({ to }) => guards.has(to))
    expect(listed.length).toBeGreaterThan(10)
    // The guards of imports, of reports and of their prints take their permission from their
    // definitions, as the list of screens does.
    for (const { to, permission } of listed.filter(
      ({ to }) => !/^\/(import|(printed_)?reports|report_mails)/.test(to),
    ))
      expect({ to, asked: guards.get(to)?.permissions }).toEqual({
        to,
        asked: expect.arrayContaining([permission].flat()),
      })
  })

  it('names no screen twice, and no two alike', () => {
    for (const role of webRoles) {
      const list = of(role)
      expect(new Set(list.map(({ to }) => to)).size, role).toBe(list.length)
      expect(new Set(list.map(({ label }) => label)).size, role).toBe(list.length)
    }
  })

  it('has every entry of the menu, itself or by what lies under it', () => {
    for (const role of webRoles) {
      const reached = of(role).map(({ to }) => to)
      for (const { label, to, groups } of menuOf(person(role))) {
        const below = groups.flatMap(({ items }) => items.map((item) => item.to))
        expect(reached, `${role}: ${label}`).toEqual(expect.arrayContaining(below))
        if (below.length === 0) expect(reached, role).toContain(to)
      }
    }
  })

  it.each([
    ['aging', 'Accounts receivable'],
    ['debtors', 'Customers'],
    ['orders', 'Bookings'],
    ['purchase orders', 'Purchases'],
    ['cash', 'Cash position'],
    ['PDC', 'Cheques'],
    ['EWT', 'Collections'],
    ['stock', 'Inventory'],
    ['credit memo', 'Memos'],
    ['SOA', 'Statements of account'],
    ['treasury', 'Collections'],
    ['aging deb', 'Accounts receivable'],
  ])('finds by %s, among others, %s', (typed, label) => {
    const found = of('special access 1').filter(
      (item) => matchOf(typed, item.label, item.section, item.words) > 0,
    )
    expect(found.map((item) => item.label)).toContain(label)
    expect(found.length).toBeLessThan(20)
  })

  it('is for the administrator what the administrator may open', () => {
    const list = destinationsOf({ isAdmin: true, role: null, permissions: [] })
    expect(list.map(({ label }) => label)).toEqual([
      'Home',
      'Projects',
      'Users',
      'Settings',
      'Add project',
      'Add user',
    ])
  })
})
