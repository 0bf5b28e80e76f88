import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { demoCompany } from '../support/demo.ts'
import { optionsOf, pageReader } from '../support/page-reader.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server, 'sales-admin')
const { as, page } = pageReader(server)
const clerk = demoCompany(server, 'expenses-and-disbursements')

let listed: string[]
let unlisted: string

beforeAll(async () => {
  const [project] = rows(
    await company.db().from('projects').select('product_categories1').eq('id', DEMO_ID),
  )
  listed = project!.product_categories1
  unlisted = await company.product('Brass polish', { category1: 'From an old list' })
  await company.category('From an old list', false)
  await company.product('Unsorted goods')
})

describe('a category filter', () => {
  it.each<[name: string, address: string]>([
    ['products', paths.inventory.products],
    ['stock', paths.inventory.stock],
    ['stock movements', paths.inventory.stockMovement],
    ['a new count', paths.inventory.addCount],
    ...['inventory', 'purchase', 'sales', 'sales_customerspecific', 'penetration_report'].map(
      (name): [string, string] => [name, paths.reports.report(name)],
    ),
  ])('offers the list, what only products have, and none: %s', async (_, address) => {
    expect(listed.length).toBeGreaterThan(1)
    const { html } = await page(address)
    const choices = optionsOf(html, 'category1').slice(1)
    expect(choices).toEqual([...listed, 'From an old list', 'None'])
  })

  it.each(['category', 'classification'] as const)(
    'of vouchers offers none, and finds those without it: %s',
    async (name) => {
      const other = name === 'category' ? 'classification' : 'category'
      const [payee] = rows(await clerk.db().from('payees').select('id').eq('project_id', DEMO_ID))
      const write = (description: string, tags: object) =>
        clerk.runCommand('create_voucher', {
          p_voucher: {
            ...{ payee_id: payee!.id, general_description: description, ...tags },
            lines: [{ description, cost_center_id: center, amount: '12.34' }],
          },
        })
      const [{ id: center } = { id: '' }] = rows(
        await clerk.db().from('cost_centers').select('id').eq('project_id', DEMO_ID),
      )
      await write(`Bare ${name}`, { [other]: 'Rent' })
      await write(`Named ${name}`, { category: 'Rent', classification: 'Rent' })
      const login = 'expenses-and-disbursements'
      const list = await page(paths.expenses.vouchers, login)
      expect(optionsOf(list.html, name).at(-1)).toBe('None')
      const found = `${name}=(none)&${other}=Rent`
      const { html } = await page(`${paths.expenses.vouchers}?${found}`, login)
      expect(html).toContain(`Bare ${name}`)
      expect(html).not.toContain(`Named ${name}`)
      expect(html).toMatch(/12\.34/)
      const csv = await (await as(login)).get(
        `${paths.fileOf(paths.expenses.vouchers)}?format=csv&${found}`,
      )
      expect((await csv.text()).match(/12\.34/g)?.length).toBeGreaterThan(0)
    },
  )

  it('is kept by a product, and offered to no other one', async () => {
    const edit = await page(`${paths.inventory.product(unlisted)}/edit`)
    expect(optionsOf(edit.html, 'category1')).toEqual([
      'None',
      ...listed,
      'From an old list (not in the list)',
    ])
    const add = await page(paths.inventory.addProduct)
    expect(optionsOf(add.html, 'category1')).toEqual(['None', ...listed])
    const { error } = await company
      .db()
      .from('products')
      .update({ category1: 'Typed by hand' })
      .eq('id', unlisted)
      .select('id')
    expect(error).toMatchObject({
      details: 'category1',
      message: "This is not in the project's list of categories.",
    })
  })

  it('keeps the choice of none and shows only such goods', async () => {
    const { html } = await page(`${paths.inventory.products}?category1=(none)`)
    expect(/<option[^>]*value="\(none\)"[^>]*selected=""/.test(html)).toBe(true)
    expect(html).toContain('Unsorted goods')
    expect(html).not.toContain('Brass polish')
    const report = await page(`${paths.reports.report('inventory')}?category1=(none)`)
    expect(report.html).toContain('Category 1: None')
  })
})
