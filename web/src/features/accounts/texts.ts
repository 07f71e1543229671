export const ALL_REQUIRED = 'All fields are required';
