/**
 * Hands files to the phone's share sheet; where there is none, to its downloads.
 *
 * @returns false where the person closed the sheet, and nothing was handed over.
 */
export async function shareFiles(
  ...named: readonly { content: Blob; name: string }[]
): Promise<boolean> {
  const files = named.map(
    ({ content, name }) =>
      new File([content], name.replace(/[^\w.-]+/g, '-'), { type: content.type }),
  )
  if (navigator.canShare?.({ files })) {
    try {
      await navigator.share({ files })
      return true
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
      return false
    }
  }
  for (const file of files) {
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = file.name
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return true
}
