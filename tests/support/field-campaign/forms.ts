import type { Locator, Page } from 'playwright'
import { fillOpenBooking, type StoredAct, stored } from '../field-history.ts'
import type { Write } from './steps.ts'
import type { World } from './world.ts'

/** Fills the form of an act, and returns the name of its button; none where there is nothing to write. */
export async function fill(
  page: Page,
  world: World,
  { kind, customer }: Pick<Write, 'kind' | 'customer'>,
  name: string,
): Promise<string | null> {
  const { first, product } = world
  const id =
    customer === 'new'
      ? ((await asked(page, first.id)) ?? first.customers[0]!)
      : first.customers[customer]!
  const opens = (address: string, field = 'Remarks') =>
    isOpen(page, address, page.getByLabel(field, { exact: true }))
  switch (kind) {
    case 'booking':
      if (!(await opens(`/field/customers/${id}/booking`))) return null
      await fillOpenBooking(page, product, name)
      return 'Save booking'
    case 'receipt':
    case 'taken number':
      if (!(await opens(`/field/customers/${id}/receipt`))) return null
      await page.getByLabel('Amount', { exact: true }).fill('10.00')
      await page.getByLabel('CR no.').fill(kind === 'receipt' ? world.number() : world.taken)
      await page.getByLabel('Remarks').fill(name)
      return 'Save receipt'
    case 'remittance':
      if (!(await opens('/field/remittance'))) return null
      await page.getByLabel('Reason of the variance').fill('Not counted')
      await page.getByLabel('Remarks').fill(name)
      return 'Sign and hand in'
    case 'customer':
      await opens('/field/customers/new', 'Name')
      await page.getByLabel('Name', { exact: true }).fill(name)
      return 'Save customer'
    case 'return':
      return fillReturn(page, world, name)
    case 'visit':
    case 'skip':
      return fillVisit(page, id, kind, name)
    case 'cancellation': {
      const own = await ownBooking(page, first.id)
      if (!own || !(await opens(`/field/bookings/${own}/cancel`, 'Reason'))) return null
      await page.getByLabel('Reason').fill(name)
      return 'Cancel this booking'
    }
    case 'correction':
      return correct(page, world)
    case 'withdrawal':
      return withdraw(page, world, name)
  }
}

/** Opens a form; false where the phone has nothing to write it about. */
async function isOpen(page: Page, address: string, field: Locator): Promise<boolean> {
  await page.goto(address)
  const gone = page.getByText(/not on this phone|is with you/)
  await field.or(gone).first().waitFor()
  return !(await gone.isVisible())
}

async function fillReturn(page: Page, { delivered }: World, name: string): Promise<string | null> {
  const { booking, product } = delivered[name.length % delivered.length]!
  const picker = page.getByLabel('Add a product')
  if (!(await isOpen(page, `/field/bookings/${booking}/return`, picker))) return null
  const pieces = page.getByLabel(`Pieces of ${product}`, { exact: true })
  if ((await pieces.count()) === 0) {
    await picker.fill(product)
    await page.locator('li button', { hasText: product }).first().click()
  }
  await pieces.fill('1')
  await page.getByLabel('Reason').fill(name)
  return 'Save return'
}

/** Begins a visit and gives a reason, or skips the stop; a visit with a booking of the day has no reason. */
async function fillVisit(page: Page, id: string, kind: 'visit' | 'skip', name: string) {
  const begin = page.getByRole('button', { name: 'Begin without location' })
  const end = page.getByRole('button', { name: 'End the visit' })
  if (!(await isOpen(page, `/field/customers/${id}/visit`, begin.or(end)))) return null
  const reason = page.getByLabel('Reason', { exact: true })
  if (kind === 'skip' && (await begin.isVisible())) {
    if (!(await reason.isVisible())) return null
    await reason.fill(name)
    return 'Skip this stop'
  }
  if (await begin.isVisible()) await begin.click()
  await end.waitFor()
  if (await reason.isVisible()) await reason.fill(name)
  return 'End the visit'
}

const SAVE =
  /^(Save (booking|receipt|customer|return)|Sign and hand in|Cancel this booking|Skip this stop|End the visit)$/

/** Opens the page of the first act that the office has refused; null where there is none, or not any more. */
async function openRefused(page: Page, { first }: World, button: string) {
  const acts = await stored<StoredAct>(page, 'acts', first.id)
  const refused = acts.find(({ state }) => state === 'refused')
  if (!refused) return null
  await page.goto(`/field/acts/${refused.key}`)
  const found = page.getByRole('button', { name: button })
  const gone = page.getByText('is not on this phone')
  await found.or(gone).first().waitFor()
  if (await gone.isVisible()) return null
  await found.click()
  return refused
}

/** Fills the reason for which the first refused act is withdrawn. */
async function withdraw(page: Page, world: World, name: string): Promise<string | null> {
  if (!(await openRefused(page, world, 'Withdraw'))) return null
  await page.getByLabel('Reason').fill(name)
  return 'Withdraw'
}

/** Corrects the first act that the office has refused: a receipt gets a number that is free, others are sent as they were. */
async function correct(page: Page, world: World): Promise<string | null> {
  const refused = await openRefused(page, world, 'Correct and send again')
  if (!refused) return null
  const save = page.getByRole('button', { name: SAVE })
  await save
    .or(page.getByText(/not on this phone|is with you/))
    .first()
    .waitFor()
  if (!(await save.isVisible())) return null
  if (refused.kind === 'receipt') await page.getByLabel('CR no.').fill(world.number())
  return save.innerText()
}

/** Returns the key of the customer whom this phone has asked for last. */
async function asked(page: Page, person: string): Promise<string | undefined> {
  const acts = await stored<StoredAct>(page, 'acts', person)
  return acts.filter(({ kind }) => kind === 'customer').sort((a, b) => b.no - a.no)[0]?.key
}

/** Returns a booking that this phone wrote, the office took, and the copy has. */
async function ownBooking(page: Page, person: string): Promise<string | undefined> {
  const there = await stored<{ id: string }>(page, 'documents', person)
  const acts = await stored<StoredAct>(page, 'acts', person)
  return acts.find(
    ({ kind, state, answer }) =>
      kind === 'booking' && state === 'accepted' && there.some(({ id }) => id === answer?.id),
  )?.answer?.id
}
