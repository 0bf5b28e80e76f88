-- What all reports share: their rows for Excel and print.
-- Specification section 2 (reports and their _excel); page 5 of the design: rules of every report.

create function public.rows_of_report(p_project uuid, p_report text, p_filters jsonb default '{}') returns json
language plpgsql stable security invoker set search_path = '' as $$
declare
  v_rows json;
begin
  if p_report is null or p_report !~ '^report_[a-z_]+$' or to_regprocedure(format('public.%I(uuid, jsonb)', p_report)) is null then
    perform private.invalid('report', 'Choose a report.');
  end if;
  -- Empty columns would be half of what is sent.
  execute format('select coalesce(json_agg(json_strip_nulls(row_to_json(r))), ''[]'') from public.%I($1, $2) r', p_report)
  into v_rows using p_project, p_filters;
  return v_rows;
end $$;
comment on function public.rows_of_report is
  'The rows of a report as one JSON array, columns without a value left out: an Excel file reads thousands at once, which the limit of rows that an API has would cut. p_report: the name of a function report_… (uuid, jsonb); p_filters: its. Runs with the caller''s rights, and the report asks for its permission. Errors: 22023, and those of the report.';

grant execute on function public.rows_of_report(uuid, text, jsonb) to authenticated;
