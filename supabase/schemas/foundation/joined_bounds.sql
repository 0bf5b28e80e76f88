-- The bounds of the tables with the most columns, which nearly every act writes: as one check each. See docs/decisions/0045
-- and private.join_bounds. After all files that add a column to them.

select private.join_bounds('public.bookings'), private.join_bounds('public.collections'), private.join_bounds('public.projects');
