/**
 * Returns a Content-Disposition that names a file, as `attachment` (to be kept) or `inline` (to be shown). Old browsers read the
 * first name, which has plain letters alone.
 */
export function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .-]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`
}
