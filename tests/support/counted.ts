import type { Page } from 'playwright'

/**
 * A person at a browser whose interactions are counted. An interaction is: an address that is opened by hand, a click, a
 * field that is filled (a choice in a list and a tick count as one), and a key that submits. Looking and waiting are none.
 */
export class Counted {
  count = 0
  constructor(readonly page: Page) {}

  async open(address: string): Promise<void> {
    this.count++
    await this.page.goto(address)
  }

  /** Clicks the first button or link of this name. */
  async press(name: string | RegExp, within = 'main'): Promise<void> {
    this.count++
    const named = { name, exact: typeof name === 'string' }
    const { page } = this
    const part = page.locator(within)
    await part.getByRole('button', named).or(part.getByRole('link', named)).first().click()
  }

  async fill(label: string | RegExp, value: string): Promise<void> {
    this.count++
    await this.page.getByLabel(label).first().fill(value)
  }

  async choose(label: string, option: string): Promise<void> {
    this.count++
    await this.page.getByLabel(label).first().selectOption({ label: option })
  }

  async tick(label: string): Promise<void> {
    this.count++
    await this.page.getByLabel(label).check()
  }

  /** Types into a picker and clicks what it finds: two interactions. */
  async pick(label: string, text: string): Promise<void> {
    this.count += 2
    const { page } = this
    await page.getByRole('combobox', { name: label }).and(page.locator('input')).first().fill(text)
    await page.getByRole('option', { name: text }).first().click()
  }

  /** Begins a step of the list on Home. */
  async begin(step: string): Promise<void> {
    this.count++
    const item = this.page.getByRole('listitem').filter({ hasText: step })
    await item.getByRole('link', { name: 'Begin' }).click()
  }
}
