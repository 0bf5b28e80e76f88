import { parseHTML } from 'linkedom'

/**
 * Reads a page as a browser without scripts does: visible elements, texts, and accessible names.
 */

/** The document of a page; attributes are in small letters, as a browser has them. */
export function parsePage(html: string): Document {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll('form, input, textarea, select, button'))
    for (const { name, value } of [...element.attributes])
      if (name !== name.toLowerCase()) {
        element.removeAttribute(name)
        element.setAttribute(name.toLowerCase(), value)
      }
  return document
}

/** A text to be found: a part of it in any case, all of it with `exact`, or what a pattern says. */
export type Wanted = string | RegExp

const NEVER_SHOWN =
  'script, style, template, head, noscript, [hidden], dialog:not([open], [data-open]), input[type=hidden], .scripted-only'
/** A closed popover is shown where a class displays it, as the menu beside a page. */
const CLOSED_POPOVER = '[popover]:not([open], [data-open])'
/** Widths in pixels from which on a class with this prefix holds. */
const FROM_WIDTH: Record<string, number> = { sm: 640, md: 768, lg: 1024, xl: 1280 }
const DISPLAYS =
  /^(hidden|block|inline|inline-block|flex|inline-flex|grid|inline-grid|contents|table(-[a-z]+)*)$/

/** The display that the classes of an element give it at this width; undefined where they say nothing. */
function displayOf(element: Element, width: number): string | undefined {
  let display: string | undefined
  let from = -1
  for (const name of (element.getAttribute('class') ?? '').split(/\s+/)) {
    const [utility = '', prefix] = name.split(':').reverse()
    const least = prefix ? FROM_WIDTH[prefix] : 0
    if (!DISPLAYS.test(utility) || least === undefined || least > width || least < from) continue
    if (name.split(':').length > 2) continue
    display = utility
    from = least
  }
  return display
}

/** Returns true when the element is visible at this width, in a window and not on paper only. */
export function isShown(element: Element, width: number): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const display = displayOf(at, width)
    if (at.matches(NEVER_SHOWN) || display === 'hidden') return false
    if (at.matches(CLOSED_POPOVER) && display === undefined) return false
    const closed = at.parentElement?.matches('details:not([open])')
    if (closed && at.tagName !== 'SUMMARY') return false
  }
  return true
}

const INLINE =
  /^(A|ABBR|B|BUTTON|CODE|EM|I|INPUT|LABEL|MARK|OPTION|SELECT|SMALL|SPAN|STRONG|SUB|SUP|SVG|TIME)$/i

function standsApart(element: Element, width: number): boolean {
  const display = displayOf(element, width)
  if (display) return !/^(inline|contents)/.test(display)
  const around = element.parentElement && displayOf(element.parentElement, width)
  if (around && /flex|grid/.test(around)) return true
  if (/(^|\s)(sr-only|absolute|fixed)(\s|$)/.test(element.getAttribute('class') ?? '')) return true
  return !INLINE.test(element.tagName)
}

/** The text that is shown, as a browser's `innerText` has it; parts that stand apart are lines of their own. */
export function shownText(element: Element, width: number): string {
  if (!isShown(element, width)) return ''
  let text = ''
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent
    if (node.nodeType !== 1 || (node as Element).tagName === 'TEXTAREA') continue
    const inner = shownText(node as Element, width)
    text += standsApart(node as Element, width) ? `\n${inner}\n` : inner
  }
  const classes = element.getAttribute('class') ?? ''
  return /(^|\s)uppercase(\s|$)/.test(classes) ? text.toUpperCase() : text
}

const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

export function matches(text: string | null | undefined, wanted: Wanted, exact = false): boolean {
  const found = plain(text)
  if (wanted instanceof RegExp) return wanted.test(found)
  if (exact) return found === plain(wanted)
  return found.toLowerCase().includes(plain(wanted).toLowerCase())
}

/** Maps elements to the roles that assistive technology gives them. */
const ROLES: Record<string, string> = {
  alert: '[role=alert]',
  button: 'button, input[type=submit], input[type=button], [role=button]',
  cell: 'td, [role=cell]',
  checkbox: 'input[type=checkbox], [role=checkbox]',
  columnheader: 'thead th, [role=columnheader]',
  combobox: 'select, input[list], [role=combobox]',
  dialog: 'dialog, [role=dialog]',
  group: 'fieldset, details, [role=group]',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img, [role=img]',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  main: 'main',
  navigation: 'nav',
  option: 'option, [role=option]',
  radio: 'input[type=radio], [role=radio]',
  region: 'section, [role=region]',
  row: 'tr, [role=row]',
  rowheader: 'th[scope=row], [role=rowheader]',
  searchbox: 'input[type=search]',
  spinbutton: 'input[type=number]',
  status: '[role=status], output',
  table: 'table',
  textbox:
    'textarea, input:not([type]), input[type=text], input[type=email], input[type=tel], input[type=url]',
}
/** Roles of elements that are called by what they contain. */
const NAMED_BY_CONTENT = /^(button|cell|columnheader|heading|link|option|row|rowheader)$/

/** Texts that label a control or a part of the page. */
function labelsOf(element: Element): string[] {
  const root = element.ownerDocument
  const by = element.getAttribute('aria-labelledby')
  if (by)
    return [
      by
        .split(/\s+/)
        .map((id) => plain(root.getElementById(id)?.textContent))
        .join(' '),
    ]
  const said = element.getAttribute('aria-label')
  if (said) return [said]
  if (!/^(INPUT|SELECT|TEXTAREA|BUTTON)$/.test(element.tagName)) return []
  const around = element.closest('label')
  const named = element.id ? [...root.querySelectorAll(`label[for="${element.id}"]`)] : []
  return [...named, ...(around ? [around] : [])].map(contentOf)
}

/** The text of an element without what assistive technology does not read. */
function contentOf(element: Element): string {
  let text = ''
  for (const node of element.childNodes) {
    if (node.nodeType === 3) text += node.textContent
    if (node.nodeType !== 1) continue
    const inner = node as Element
    if (inner.matches('[aria-hidden=true], [hidden], script, style, select, textarea')) continue
    const own = inner.getAttribute('aria-label') ?? inner.getAttribute('alt') ?? contentOf(inner)
    text += INLINE.test(inner.tagName) ? own : ` ${own} `
  }
  return text
}

function nameOf(element: Element, role: string): string {
  const [label] = labelsOf(element)
  if (label) return label
  const child = { FIELDSET: 'legend', TABLE: 'caption', SVG: 'title' }[
    element.tagName.toUpperCase()
  ]
  const titled = child && element.querySelector(child)
  if (titled) return contentOf(titled)
  const content = NAMED_BY_CONTENT.test(role) ? plain(contentOf(element)) : ''
  const value = element.matches('input[type=submit]') ? element.getAttribute('value') : null
  return (
    content ||
    (value ?? element.getAttribute('alt') ?? element.getAttribute('title') ?? '') ||
    (element.getAttribute('placeholder') ?? '')
  )
}

export interface Named {
  name?: Wanted
  exact?: boolean
  level?: number
}

export function byRole(root: ParentNode, role: string, { name, exact, level }: Named = {}) {
  const selector = ROLES[role]
  if (!selector) throw new Error(`Say in plain-dom.ts which elements are of role ${role}.`)
  const other = (element: Element) => {
    const own = element.getAttribute('role')
    return own !== null && own !== role
  }
  return [...root.querySelectorAll(selector)].filter(
    (element) =>
      !other(element) &&
      !element.closest('[aria-hidden=true]') &&
      (!level || element.tagName === `H${level}`) &&
      (name === undefined || matches(nameOf(element, role), name, exact)),
  )
}

export const byLabel = (root: ParentNode, label: Wanted, exact?: boolean) =>
  [...root.querySelectorAll('input, select, textarea, [aria-label], [aria-labelledby]')].filter(
    (element) => labelsOf(element).some((text) => matches(text, label, exact)),
  )

/** The innermost elements that have this text. */
export function byText(root: ParentNode, text: Wanted, exact?: boolean): Element[] {
  const has = (element: Element) =>
    !element.matches('script, style, head, noscript, template') &&
    matches(element.textContent, text, exact)
  return [...root.querySelectorAll('*')].filter(
    (element) => has(element) && ![...element.children].some(has) && !element.closest('head'),
  )
}
