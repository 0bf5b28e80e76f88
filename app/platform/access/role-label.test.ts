import { expect, it } from 'vitest'
import { roleLabel } from './role-label'

it('a role is shown in title case', () => {
  expect(
    ['General Manager', 'ASE', 'expenses and disbursements', 'special access 1', 'warehouse'].map(
      roleLabel,
    ),
  ).toEqual([
    'General Manager',
    'ASE',
    'Expenses and Disbursements',
    'Special Access 1',
    'Warehouse',
  ])
})
