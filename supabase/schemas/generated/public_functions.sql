-- Rights to the functions of public: who is signed in runs all of them as the caller, except those that the server alone calls.

grant execute on all functions in schema public to authenticated;
revoke execute on function public.account_without_profile, public.begin_sign_in, public.claim_job, public.end_sign_in, public.fail_job,
  public.recorded_migrations, public.run_job, public.set_platform_admin, public.unverified_people from authenticated;
