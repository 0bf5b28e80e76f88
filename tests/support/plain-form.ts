/**
 * Fills and sends forms as a browser without scripts does. The attributes hold a control's state.
 */

const CONTROLS = 'input, select, textarea'

export type PickedFile = { name: string; mimeType: string; buffer: Buffer }
/** Files that somebody has chosen, by the control. */
export type PickedFiles = Map<Element, PickedFile[]>

export function formOf(control: Element): Element | null {
  const id = control.getAttribute('form')
  return id ? control.ownerDocument.getElementById(id) : control.closest('form')
}

const controlsOf = (form: Element) =>
  [...form.ownerDocument.querySelectorAll(CONTROLS)].filter((one) => formOf(one) === form)

export const isDisabled = (control: Element) =>
  control.hasAttribute('disabled') || Boolean(control.closest('fieldset[disabled]'))

const optionValue = (option: Element) =>
  option.getAttribute('value') ?? (option.textContent ?? '').replace(/\s+/g, ' ').trim()

function chosen(select: Element): Element | undefined {
  const options = [...select.querySelectorAll('option')]
  return (
    options.findLast((option) => option.hasAttribute('selected')) ??
    options.find((option) => !option.hasAttribute('disabled'))
  )
}

export function valueIn(control: Element): string {
  if (control.tagName === 'TEXTAREA')
    return (control.textContent ?? '').replace(/\r\n?/g, '\n').replace(/^\n/, '')
  if (control.tagName !== 'SELECT') return control.getAttribute('value') ?? ''
  const option = chosen(control)
  return option ? optionValue(option) : ''
}

export function setValue(control: Element, value: string): void {
  if (isDisabled(control) || control.hasAttribute('readonly'))
    throw new Error(`${control.getAttribute('name')} cannot be changed.`)
  // A line stays a line, and what comes first is not lost to the rule about a first line break.
  if (control.tagName === 'TEXTAREA') control.textContent = `\n${value}`
  else control.setAttribute('value', value)
}

export function choose(select: Element, wanted: string | { label?: string; value?: string }): void {
  const { label, value } = typeof wanted === 'string' ? { label: wanted, value: wanted } : wanted
  const options = [...select.querySelectorAll('option')]
  const text = (option: Element) => (option.textContent ?? '').replace(/\s+/g, ' ').trim()
  const found =
    options.find((option) => optionValue(option) === value) ??
    options.find((option) => text(option) === label)
  if (!found) throw new Error(`There is no ${JSON.stringify(wanted)} to choose.`)
  for (const option of options) option.removeAttribute('selected')
  found.setAttribute('selected', '')
}

export function tick(control: Element, on: boolean): void {
  if (isDisabled(control)) throw new Error(`${control.getAttribute('name')} cannot be ticked.`)
  const form = formOf(control)
  if (control.getAttribute('type') === 'radio' && form)
    for (const one of controlsOf(form))
      if (one.getAttribute('name') === control.getAttribute('name')) one.removeAttribute('checked')
  if (on) control.setAttribute('checked', '')
  else control.removeAttribute('checked')
}

/** Returns the reason for which the browser itself would not send the form. */
function refused(form: Element, button: Element | null): string | null {
  if (form.hasAttribute('novalidate') || button?.hasAttribute('formnovalidate')) return null
  for (const control of controlsOf(form)) {
    const ticked = /^(checkbox|radio)$/.test(control.getAttribute('type') ?? '')
    const empty = ticked ? !control.hasAttribute('checked') : valueIn(control) === ''
    if (control.hasAttribute('required') && !isDisabled(control) && empty)
      return `${control.getAttribute('name')} is required.`
  }
  return null
}

export interface Sending {
  method: 'GET' | 'POST'
  url: URL
  body?: URLSearchParams | FormData
}

/** The request that a form becomes when it is sent, by this button. */
export function sendingOf(
  form: Element,
  button: Element | null,
  address: string,
  files: PickedFiles,
): Sending {
  const problem = refused(form, button)
  if (problem) throw new Error(`The form is not sent: ${problem}`)
  const pairs: [string, string | File][] = []
  for (const control of controlsOf(form)) {
    const name = control.getAttribute('name')
    const type = control.getAttribute('type') ?? ''
    if (!name || isDisabled(control) || /^(submit|button|reset|image)$/.test(type)) continue
    if (/^(checkbox|radio)$/.test(type)) {
      if (control.hasAttribute('checked')) pairs.push([name, control.getAttribute('value') ?? 'on'])
    } else if (type === 'file') {
      const picked = files.get(control) ?? [
        { name: '', mimeType: 'application/octet-stream', buffer: Buffer.alloc(0) },
      ]
      for (const { name: file, mimeType, buffer } of picked)
        pairs.push([name, new File([new Uint8Array(buffer)], file, { type: mimeType })])
    } else if (control.tagName !== 'SELECT' || chosen(control))
      pairs.push([name, valueIn(control).replace(/\r?\n/g, '\r\n')])
  }
  const pressed = button?.getAttribute('name')
  if (pressed) pairs.push([pressed, button!.getAttribute('value') ?? ''])
  const attribute = (name: string) => button?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const url = new URL(attribute('action') || address, address)
  const texts = () =>
    new URLSearchParams(pairs.map(([name, value]) => [name, String((value as File).name ?? value)]))
  if (attribute('method')?.toLowerCase() !== 'post') {
    url.search = String(texts())
    return { method: 'GET', url }
  }
  if (form.getAttribute('enctype') !== 'multipart/form-data')
    return { method: 'POST', url, body: texts() }
  const body = new FormData()
  for (const [name, value] of pairs) body.append(name, value)
  return { method: 'POST', url, body }
}
