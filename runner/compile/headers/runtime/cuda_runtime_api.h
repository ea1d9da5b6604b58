/* What a kernel needs of it is there before every source. */
#pragma once
