import { describe, expect, it } from 'vitest'
import { ROLES, ROLES_REFUSED_ON_WEB } from '~/platform/access/permissions'
import { menuOf } from './menu.ts'

const labels = (role: Parameters<typeof menuOf>[0]['role']) =>
  menuOf({ isAdmin: false, role }).map((entry) => entry.label)

describe('menu', () => {
  it('has the required entries in their order', () => {
    expect(labels('special access 1')).toEqual([
      'Home',
      'Invoicing',
      'Purchasing',
      'Customers',
      'Treasury',
      'Warehouse',
      'Settings',
    ])
    expect(labels('finance admin')).toEqual(['Home', 'Customers', 'Treasury', 'Settings'])
    expect(labels('sales admin')).toEqual(['Home', 'Purchasing', 'Settings'])
  })

  it('gives the administrator Projects and Users, and no Settings', () => {
    const menu = menuOf({ isAdmin: true, role: null })
    expect(menu.map((entry) => entry.to)).toEqual([
      '/admin-home',
      '/admin-projects',
      '/admin-users',
    ])
  })

  it('has something of its own for every role that the web admits', () => {
    for (const role of ROLES.filter((role) => !ROLES_REFUSED_ON_WEB.includes(role))) {
      expect(labels(role).length).toBeGreaterThan(2)
    }
  })
})
