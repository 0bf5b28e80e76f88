-- Adds up the past for reports, as the job runner of a company in use does.

select private.seal_month(p.id, m) from public.projects p cross join lateral private.months_to_seal(p.id) m;
