import type { Page } from 'playwright'

/**
 * Looks at a drawn page for what a person would call a fault of its layout, and names each: a page wider than the screen, a
 * text that is cut without an ellipsis, a filter whose choice is cut, a table beyond its panel, an amount that one has to move a table
 * for, a box within a box of the same kind, a cell of two lines in a table (a phone has cards), and on a laptop any column that one
 * has to move a table for, a line of tabs or a text of the head that is cut, and a list that long names make wider than its panel.
 */
export const faultsOf = (page: Page, isPaper: boolean): Promise<string[]> =>
  page.evaluate(look, isPaper)

function look(isPaper: boolean): string[] {
  const isLaptop = innerWidth >= 1366 && !isPaper
  const hasTables = innerWidth >= 640 && !isPaper
  const faults = new Set<string>()
  const NAMES = [
    'Customer',
    'Agent',
    'Store',
    'Name',
    'Product',
    'Supplier',
    'Payee',
    'Pay to',
    'Collector',
  ]
  /** Paper on the screen is a sheet with boxes on it, and its texts have lines of their own, as those of tall rows have. */
  const PAPER = 'article, .sheet'
  /** The arrow at the end of a select, in pixels. */
  const ARROW_OF_SELECT = 20
  const wide = document.documentElement.scrollWidth
  if (wide > innerWidth) faults.add(`the page is ${wide} wide`)
  const main = document.querySelector('main') ?? document.body
  const shown = (part: Element) =>
    part.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const textOf = (part: Element) =>
    (part.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
  const ownText = (part: Element) =>
    [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  /** Texts that are only read aloud are a pixel wide. */
  const isDrawn = ({ clientWidth, clientHeight }: Element) => clientWidth > 1 && clientHeight > 1

  for (const part of main.querySelectorAll<HTMLElement>('*')) {
    if (!shown(part) || !isDrawn(part) || !ownText(part)) continue
    const { overflowX, textOverflow } = getComputedStyle(part)
    const isCut = part.scrollWidth > part.clientWidth + 1 && /hidden|clip/.test(overflowX)
    if (isCut && textOverflow !== 'ellipsis') faults.add(`cut: ${textOf(part)}`)
    const isHead = part.closest('main header, nav') !== null
    if (isCut && isLaptop && isHead) faults.add(`cut in the head: ${textOf(part)}`)
  }
  if (isLaptop)
    for (const tabs of main.querySelectorAll<HTMLElement>('header nav.fades'))
      if (shown(tabs) && tabs.scrollWidth > tabs.clientWidth + 1)
        faults.add(`${tabs.scrollWidth - tabs.clientWidth} px of tabs are cut`)

  const brush = document.createElement('canvas').getContext('2d')!
  for (const field of main.querySelectorAll<HTMLInputElement>('input[placeholder]')) {
    if (!shown(field) || field.value) continue
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    brush.font = font
    const room =
      field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    if (brush.measureText(field.placeholder).width > room + 1)
      faults.add(`cut placeholder: ${field.placeholder}`)
  }

  // Filters behind "Add filter" are looked at too.
  if (isLaptop)
    for (const part of main.querySelectorAll<HTMLDetailsElement>('details.filters'))
      part.open = true
  // A field of a form names a record, whose name may be of any length.
  for (const field of main.querySelectorAll<HTMLSelectElement>('[role=search] select')) {
    if (!shown(field) || !isDrawn(field)) continue
    const { font, paddingLeft, paddingRight } = getComputedStyle(field)
    const text = field.selectedOptions[0]?.text ?? ''
    brush.font = font
    const room =
      field.clientWidth -
      Number.parseFloat(paddingLeft) -
      Number.parseFloat(paddingRight) -
      ARROW_OF_SELECT
    if (brush.measureText(text).width > room + 1) faults.add(`cut choice: ${text}`)
  }
  for (const part of main.querySelectorAll<HTMLDetailsElement>('details.filters')) part.open = false

  for (const table of main.querySelectorAll('table')) {
    const panel = table.closest('section, dialog, main')
    if (!shown(table) || !panel) continue
    let frame: Element | null = table
    while (frame && frame !== panel && !/auto|scroll/.test(getComputedStyle(frame).overflowX))
      frame = frame.parentElement
    const moves = frame !== panel && frame !== null
    const name = table.caption?.textContent ?? 'table'
    const over = table.getBoundingClientRect().right - panel.getBoundingClientRect().right
    if (!moves && over > 1) faults.add(`${Math.round(over)} px beyond its panel: ${name}`)
    if (table.closest(PAPER)) continue
    // A laptop shows all columns without a move to the side, anything with a header row shows the amounts.
    const edge = (moves ? frame! : panel).getBoundingClientRect().right
    for (const head of table.querySelectorAll(isLaptop ? 'thead th' : 'thead th.text-right'))
      if (shown(head) && isDrawn(head) && head.getBoundingClientRect().right > edge + 1)
        faults.add(`a move to the side away: ${textOf(head)} of ${name}`)
  }

  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const
  const isBox = (part: Element) => {
    const style = getComputedStyle(part)
    const drawn = sides.filter(
      (side) =>
        style[`border${side}Style`] !== 'none' &&
        Number.parseFloat(style[`border${side}Width`]) > 0,
    )
    return drawn.length >= 3
  }
  const pads = (part: Element) => Number.parseFloat(getComputedStyle(part).paddingLeft) > 0
  for (const part of main.querySelectorAll('section, div, ul, table, fieldset')) {
    if (!shown(part) || !isBox(part)) continue
    let padded = false
    for (let outer = part.parentElement; outer && outer !== main; outer = outer.parentElement) {
      padded ||= pads(outer)
      if (!isBox(outer)) continue
      if (padded && outer.tagName === part.tagName && !part.closest(PAPER))
        faults.add(`box in a box: ${textOf(part)}`)
      break
    }
  }

  if (hasTables)
    for (const cell of main.querySelectorAll('tbody td, tfoot td, thead th')) {
      if (!shown(cell) || cell.closest(`${PAPER}, .tall-rows, details[open]`)) continue
      // Changes of the audit trail are told to wrap.
      if (cell.querySelector('.whitespace-normal')) continue
      if (cell.querySelector('input:not([type=checkbox]):not([type=hidden]), select, textarea'))
        continue
      const range = document.createRange()
      range.selectNodeContents(cell)
      const lines = [...range.getClientRects()].filter(
        ({ width, height }) => width > 1 && height > 1,
      )
      const middles = lines.map(({ top, bottom }) => (top + bottom) / 2)
      if (Math.max(...middles) - Math.min(...middles) > 10) faults.add(`two lines: ${textOf(cell)}`)
    }
  // Names are as long as they may be, which a company of a test has few of.
  if (isLaptop)
    for (const table of main.querySelectorAll<HTMLTableElement>('table.list')) {
      const panel = table.closest('section, dialog, main')
      if (!shown(table) || !panel || table.closest(PAPER)) continue
      if (/auto|scroll/.test(getComputedStyle(table.parentElement!).overflowX)) continue
      const names = [...table.tHead!.rows[0]!.cells].flatMap((head, index) =>
        NAMES.includes(textOf(head).replace(/ [↑↓]$/, '')) ? [index] : [],
      )
      for (const row of table.tBodies[0]?.rows ?? [])
        for (const index of names) {
          const cell = row.cells[index]
          if (!cell || cell.querySelector('input, select, button')) continue
          const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
          if (text) text.nodeValue = 'Buenaventura-Katigbak Trading, Mandaluyong City'
        }
      const over = table.getBoundingClientRect().right - panel.getBoundingClientRect().right
      if (over > 1)
        faults.add(
          `${Math.round(over)} px beyond its panel for names: ${table.caption?.textContent}`,
        )
    }
  return [...faults]
}
