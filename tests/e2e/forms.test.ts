import { describe, expect, it, onTestFailed } from 'vitest'
import { pick, pickOrAdd, picture, testBrowser } from '../support/browser.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server)

describe.each([{ scripts: true }, { scripts: false }])(
  'a refused form, scripts $scripts',
  ({ scripts }) => {
    it('keeps what was typed and says beside the field what to do: a product', async () => {
      const { page, problems, close } = await signedIn('sales-admin@demo.test', { scripts })
      onTestFailed(() => picture(page, `product ${scripts}`))
      const add = async (code: string, description: string, button: string) => {
        await page.getByLabel('Product name').fill(description)
        await page.getByLabel('Material code').fill(code)
        await page.getByLabel('Default cost').fill('1.00')
        await page.getByLabel('Default SRP').fill('2.00')
        await page.getByRole('button', { name: button }).click()
      }
      await page.goto('/inventory/product-list/product-add-product')
      await add(`SAME-${scripts}`, 'First duplicate', 'Save and new')
      await page.waitForURL(/last=/)
      await expect.poll(() => page.getByLabel('Product name').inputValue()).toBe('')
      await add(`same-${scripts}`, 'Second duplicate', 'Add product')
      await page.getByText('This material code is already used.').waitFor()
      expect(await page.getByLabel('Product name').inputValue()).toBe('Second duplicate')
      expect(await page.getByLabel('Default SRP').inputValue()).toBe('2.00')
      expect(problems).toEqual([])
      await close()
    })

    it('writes nothing when one line is wrong: a purchase', async () => {
      const visit = await signedIn('sales-admin@demo.test', { scripts })
      const { page, close } = visit
      onTestFailed(() => picture(page, `purchase ${scripts}`))
      await page.goto('/inventory/purchase-list/purchase-add-purchase')
      await page.getByLabel('PO no.').fill(`PO-BAD-${scripts}`)
      await pickOrAdd(visit, 'supplier', 'Somebody')
      await pick(visit, 'Product', 'Dalisay Purified Water 1 L')
      await page.getByLabel('Quantity').first().fill('lots')
      await page.getByLabel('Cost').first().fill('5.00')
      await page.getByRole('button', { name: 'Save purchase' }).click()
      await page
        .getByText(/cases and pieces/)
        .first()
        .waitFor()
      expect(await page.getByLabel('PO no.').inputValue()).toBe(`PO-BAD-${scripts}`)
      expect(await page.getByLabel('Quantity').first().inputValue()).toBe('lots')
      await page.goto(`/inventory/purchase-list?q=PO-BAD-${scripts}`)
      await page.getByText('No results').waitFor()
      await close()
    })
  },
)
