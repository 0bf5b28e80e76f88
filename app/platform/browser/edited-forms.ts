const touched = new WeakSet<HTMLFormElement>()

/** Notes which forms somebody changes, from now on. @returns how to stop. */
export function watchForms(): () => void {
  const note = ({ target }: Event) => {
    const form = (target as Partial<HTMLInputElement> | null)?.form
    if (form) touched.add(form)
  }
  const forget = ({ target }: Event) => touched.delete(target as HTMLFormElement)
  document.addEventListener('input', note, true)
  document.addEventListener('change', note, true)
  document.addEventListener('reset', forget, true)
  return () => {
    document.removeEventListener('input', note, true)
    document.removeEventListener('change', note, true)
    document.removeEventListener('reset', forget, true)
  }
}

/**
 * Returns true when a form on the page holds typed values that a reload would lose. Filters do not
 * count.
 */
export function anyFormEdited(): boolean {
  return [...document.forms].some(
    (form) => form.method !== 'get' && (touched.has(form) || [...form.elements].some(differs)),
  )
}

/**
 * Returns true when a field differs from what the server sent; nothing records what was typed
 * before scripts ran.
 */
function differs(element: Element): boolean {
  const text =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !NOT_TYPED.includes(element.type))
  return text && element.value !== element.defaultValue
}

const NOT_TYPED = ['hidden', 'submit', 'button', 'reset', 'image', 'checkbox', 'radio']
