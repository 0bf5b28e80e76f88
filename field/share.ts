/** Hands a file to the phone's share sheet; where there is none, to its downloads. */
export async function shareFile(content: Blob, name: string): Promise<void> {
  const file = new File([content], name.replace(/[^\w.-]+/g, '-'), { type: content.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
    } catch (error) {
      // The person closed the sheet.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    }
    return
  }
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
