import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { rows } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { testBrowser } from '../support/browser.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

/** Terms of selected customers and reorder levels of selected products: all or none, without scripts, after a second press. */

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })
const shop = demoCompany(server)
const tag = randomUUID().slice(0, 6)

it('sets the payment terms of the selected customers alone', async () => {
  const names = ['Aurora', 'Bituin', 'Celeste'].map((name) => `${name} ${tag}`)
  const ids: string[] = []
  for (const name of names) {
    const made = await shop.runCommand('request_customer', {
      p_customer: { name, agent_id: await agent(), terms_days: '30' },
    })
    ids.push(made.id)
  }
  const terms = async () => {
    const found = rows(
      await shop.db().from('customers').select('name, terms_days').in('id', ids).order('name'),
    )
    return found.map(({ terms_days }) => terms_days)
  }
  const { page, close } = await signedIn('finance-admin@demo.test')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await page.goto(`${paths.customers.list}?q=${tag}`)
  await press('Set terms')
  await page.getByText('Select at least one customer.').waitFor()
  for (const name of names.slice(0, 2)) await page.getByLabel(`Select ${name}`).check()
  const days = page.getByLabel('Payment terms (days)')
  await days.fill('400')
  await press('Set terms')
  await page.getByText('Between 0 and 365 days.').waitFor()
  expect(await page.getByLabel(`Select ${names[1]}`).isChecked()).toBe(true)
  await days.fill('45')
  await press('Set terms')
  await page.getByText('Change 2 customers, payment terms 45 days?').waitFor()
  expect(await terms()).toEqual([30, 30, 30])
  await press('Change')
  await page.getByText('Payment terms of 2 customers set to 45 days.').waitFor()
  expect(await terms()).toEqual([45, 45, 30])
  await close()

  // A person who may not decide on customers selects them only to transfer them.
  const seller = await signedIn('sales-admin@demo.test')
  await seller.page.goto(`${paths.customers.list}?q=${tag}`)
  expect(await seller.page.getByLabel('Payment terms (days)').count()).toBe(0)
  await seller.close()
})

it('changes selected products, or none of them where one is refused', async () => {
  const names = ['Salt', 'Sugar'].map((name) => `${name} ${tag}`)
  const ids: string[] = []
  for (const name of names) ids.push(await shop.product(name))
  const other = await shop.product(`Vinegar ${tag}`)
  const levels = async () => {
    const found = rows(
      await shop
        .db()
        .from('products')
        .select('reorder_level, def_srp')
        .in('id', [...ids, other])
        .order('description'),
    )
    return found.map(({ reorder_level, def_srp }) => [reorder_level, Number(def_srp)])
  }
  const before = await levels()
  const { page, close } = await signedIn('sales-admin@demo.test')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
  await page.goto(`${paths.inventory.products}?q=${tag}`)
  const select = async () => {
    for (const name of names) await page.getByLabel(`Select ${name}`).check()
  }
  await select()
  await press('Change')
  await page.getByText('Enter a reorder level or a price.').waitFor()
  await page.getByLabel('Reorder level (pc)').fill('many')
  await press('Change')
  await press('Change')
  await page.getByText(/Nothing is changed\. Salt/).waitFor()
  expect(await levels()).toEqual(before)

  await page.getByLabel('Reorder level (pc)').fill('24')
  await page.getByLabel('Default SRP').fill('11.50')
  await press('Change')
  await page.getByText('Change 2 products, reorder level 24 pc, default SRP 11.50?').waitFor()
  expect(await levels()).toEqual(before)
  await press('Change')
  await page.getByText('2 products changed.').waitFor()
  expect(await levels()).toEqual([[24, 11.5], [24, 11.5], before[2]])
  await close()
})

async function agent(): Promise<string> {
  const of = shop.db().from('memberships').select('user_id').eq('project_id', DEMO_ID)
  const [found] = rows(await of.eq('role', 'Agent').limit(1))
  return found!.user_id
}
