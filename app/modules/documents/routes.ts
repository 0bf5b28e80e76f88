import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const documentRoutes = [
  route(paths.documents.parts(':kind', ':id'), 'modules/documents/document.route.tsx'),
  route(paths.documents.file(':id'), 'modules/documents/files/file.route.ts'),
]
