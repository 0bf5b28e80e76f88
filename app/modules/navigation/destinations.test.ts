import { describe, expect, it } from 'vitest'
import {
  ROLE_PERMISSIONS,
  ROLES,
  ROLES_REFUSED_ON_WEB,
  type Role,
} from '~/platform/access/permissions'
import { routeTable } from '../../../tests/support/routes.ts'
import { activeEntry, destinationsOf } from './destinations.ts'
import { menuOf } from './menu.ts'
import { NAV_ITEMS } from './nav-items.ts'
import { SUB_NAV_ITEMS } from './sub-nav-items.ts'

const of = (role: Role) =>
  destinationsOf({
    isAdmin: false,
    role,
    permissions: Object.values(ROLE_PERMISSIONS[role]).flat(),
  })
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
      ({ to }) => !/^\/(import|(printed_)?reports)/.test(to),
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
      const reached = of(role).flatMap(({ label, section }) => [label, section])
      for (const { label } of menuOf({ isAdmin: false, role }))
        expect(reached, role).toContain(label)
    }
  })

  it('is for the administrator what the administrator may open', () => {
    const list = destinationsOf({ isAdmin: true, role: null, permissions: [] })
    expect(list.map(({ label }) => label)).toEqual([
      'Home',
      'Projects',
      'Users',
      'Add project',
      'Add user',
    ])
  })
})

describe('the current entry of the menu', () => {
  it.each([
    ['/inventory/purchase-list/1', 'Purchasing'],
    ['/Inventory/product-list', 'Purchasing'],
    ['/inventoryx', 'Home'],
    ['/settings', 'Settings'],
    ['/sales/bookings', 'Home'],
  ])('at %s is %s', (path, label) => {
    expect(activeEntry(menuOf({ isAdmin: false, role: 'sales admin' }), path)?.label).toBe(label)
  })

  it('is the reports’ own where there is one, else Home', () => {
    const at = (role: Role) =>
      activeEntry(menuOf({ isAdmin: false, role }), '/reports_penetration_report/call-sheet')?.label
    expect([at('Owner'), at('ASE'), at('finance admin')]).toEqual([
      'Tracking & Reports',
      'Tracking & Reports',
      'Home',
    ])
  })
})
