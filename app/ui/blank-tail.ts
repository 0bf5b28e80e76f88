const LINE = /^lines\[(\d+)\]\.\w+$/

/**
 * Returns the form without the empty lines at its end: Enter after the last field adds one, and
 * saving should not ask for a line that was never begun. Other lines keep their numbers, and so
 * their errors. It changes nothing while a line is added or removed, and keeps the first line.
 */
export function withoutBlankTail(form: FormData): FormData {
  if (form.has('__intent__')) return form
  let last = 0
  for (const [name, value] of form) {
    const line = LINE.exec(name)
    if (line && typeof value === 'string' && value.trim()) last = Math.max(last, Number(line[1]))
  }
  const kept = new FormData()
  for (const [name, value] of form) {
    const line = LINE.exec(name)
    if (!line || Number(line[1]) <= last) kept.append(name, value)
  }
  return kept
}
