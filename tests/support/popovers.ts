import type { Page } from 'playwright'

/** The widths at which what opens over a screen is looked at; 768 is the height of the smallest laptop. */
export const POPOVER_WIDTHS = [820, 1024, 1366] as const
const HEIGHT = 768

/** The number of menus, dialogs and lists of choices that opened over a screen, and those that do not lie in the viewport. */
interface Opened {
  opened: number
  outside: string[]
}

/** Opens, one after the other, everything in the page that opens over it, and measures it. */
async function openAll(): Promise<Opened> {
  const found = { opened: 0, outside: [] as string[] }
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const shown = (part: Element) => part.checkVisibility({ visibilityProperty: true })
  const look = (part: Element, name: string) => {
    const { left, top, right, bottom } = part.getBoundingClientRect()
    const width = document.documentElement.clientWidth
    const inside =
      left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= innerHeight + 0.5
    found.opened++
    if (!inside) found.outside.push(`${name}: ${[left, top, right, bottom].map(Math.round)}`)
  }
  const nameOf = (part: Element) =>
    (part.ariaLabel || part.textContent || (part as HTMLInputElement).name).trim().slice(0, 40)
  /** Picks what opens within a part, without what a closed part of it hides. */
  const within = (part: Element, what: string) => [...part.querySelectorAll(what)].filter(shown)

  async function openIn(root: Element, path: string) {
    for (const box of within(root, 'input[role=combobox]') as HTMLInputElement[]) {
      box.focus()
      box.click()
      await drawn()
      const list = document.getElementById(box.getAttribute('aria-controls') ?? '')?.parentElement
      if (list) look(list, `${path}list of ${box.labels?.[0]?.textContent ?? box.name}`)
      box.blur()
      await drawn()
    }
    for (const button of within(root, 'button[popovertarget]') as HTMLButtonElement[]) {
      const dialog = document.getElementById(button.getAttribute('popovertarget') ?? '')
      if (!(dialog instanceof HTMLDialogElement) || dialog.contains(button)) continue
      button.click()
      await drawn()
      const name = `${path}${nameOf(button)}`
      look(dialog, name)
      await openIn(dialog, `${name} › `)
      dialog.close()
    }
    for (const summary of within(root, 'summary')) {
      const details = summary.parentElement as HTMLDetailsElement
      const panel = summary.nextElementSibling
      if (!panel || details.open) continue
      summary.scrollIntoView({ block: 'nearest' })
      details.open = true
      await drawn()
      const name = `${path}${nameOf(summary)}`
      if (/absolute|fixed/.test(getComputedStyle(panel).position)) {
        look(panel, name)
        await openIn(panel, `${name} › `)
      }
      details.open = false
    }
  }
  await openIn(document.body, '')
  return found
}

/**
 * Opens everything of a screen that opens over it, at each width, and answers how many there were and which lie beyond the
 * viewport.
 */
export async function openPopovers(page: Page, path: string): Promise<Opened> {
  const all: Opened = { opened: 0, outside: [] }
  for (const width of POPOVER_WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const { opened, outside } = await page.evaluate(openAll)
    all.opened += opened
    all.outside.push(...outside.map((one) => `${path} at ${width}: ${one}`))
  }
  return all
}
