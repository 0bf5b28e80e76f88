import { route } from '@remix-run/route-config'
import { paths } from '../../paths'

export const authRoutes = [
  route(paths.auth.signIn, 'modules/auth/sign-in.route.tsx', { index: true }),
  route(paths.auth.login, 'modules/auth/sign-in.route.tsx', { id: 'login' }),
  route(paths.auth.verification, 'modules/auth/verification.route.tsx'),
  route(paths.auth.reset, 'modules/auth/reset.route.tsx'),
  route(paths.auth.invitation, 'modules/auth/invitation.route.tsx'),
  route(paths.auth.setup, 'modules/auth/setup.route.tsx'),
  route(paths.auth.signOut, 'modules/auth/sign-out.route.ts'),
]
