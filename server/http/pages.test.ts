import { matchRoutes } from '@remix-run/react'
import { describe, expect, it } from 'vitest'
import { routesByAddress } from './pages.ts'

const PATHS: [id: string, path?: string, parentId?: string, index?: boolean][] = [
  ['root', ''],
  ['sign-in', '/', 'root', true],
  ['logo', 'logos/*', 'root'],
  ['shell', undefined, 'root'],
  ['home', 'home', 'shell'],
  ['bookings', 'sales/bookings', 'shell'],
  ['add', 'sales/bookings/add', 'shell'],
  ['booking', 'sales/bookings/:id', 'shell'],
  ['edit', 'sales/bookings/:id/edit', 'shell'],
  ['else', '*', 'shell'],
]
const table = Object.fromEntries(
  PATHS.map(([id, path, parentId, index]) => [
    id,
    { id, path, parentId, index, module: {} as never },
  ]),
)
const fitting = routesByAddress(table)

/** The table as the router has it. */
const tree = (parent?: string): Parameters<typeof matchRoutes>[0] =>
  PATHS.filter(([, , parentId]) => parentId === parent).map(([id, path, , index]) =>
    index ? { id, path, index } : { id, path, children: tree(id) },
  )

describe('the routes that an address may lead to', () => {
  it.each([
    ['/', 'sign-in'],
    ['/home', 'home'],
    ['/HOME/?page=2', 'home'],
    ['//home', 'home'],
    ['/h%6Fme', 'home'],
    ['/sales/../home', 'home'],
    ['/sales/bookings?after=1', 'bookings'],
    ['/sales/bookings/add', 'add'],
    ['/sales/bookings/17', 'booking'],
    ['/sales/bookings/1%2F7', 'booking'],
    ['/sales/bookings/17/edit/', 'edit'],
    ['/logos/a/b.png', 'logo'],
    ['/sales', 'else'],
    ['/sales/bookings/17/more', 'else'],
  ])('of %s are among them where the router would go', (url, id) => {
    const path = new URL(url.replace('//', '/'), 'http://any').pathname
    const matched = matchRoutes(tree(), path)?.map(({ route }) => route.id)
    expect(matched?.at(-1)).toBe(id)
    expect(fitting(url)).toEqual(expect.arrayContaining(matched!))
  })

  it('are few', () => {
    expect(fitting('/sales/bookings/17')).not.toContain('home')
    expect(fitting('/home')).not.toContain('bookings')
  })
})
