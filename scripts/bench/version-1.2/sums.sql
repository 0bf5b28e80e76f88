-- Keeps the past days of a version 1.2 for reports, as its sign-ins do.

select private.keep_days(id, 10000) from public.projects;
